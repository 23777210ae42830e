%%! explore: api
%%! runs: 4000
%% A lease that ran out is gone, but its owner still counts as one.
-module(lease_tables).
-export([open/0, grant/4, sweep/2, renew/3]).
-export_type([leases/0]).

-record(leases, {owners :: ets:tid(), ends :: ets:tid()}).
-opaque leases() :: #leases{}.

-spec open() -> leases().
open() -> #leases{owners = ets:new(owners, []), ends = ets:new(ends, [])}.

-spec grant(atom(), non_neg_integer(), 1..3600, leases()) -> boolean().
grant(Owner, Now, Seconds, #leases{owners = Owners, ends = Ends}) ->
    ets:insert_new(Owners, {Owner, Now}) andalso ets:insert(Ends, {Owner, Now + Seconds}).

-spec sweep(non_neg_integer(), leases()) -> non_neg_integer().
sweep(Now, #leases{ends = Ends}) ->
    ets:select_delete(Ends, [{{'_', '$1'}, [{'<', '$1', Now}], [true]}]).

-spec renew(atom(), 1..3600, leases()) -> ok | unknown.
renew(Owner, Seconds, #leases{owners = Owners, ends = Ends}) ->
    case ets:member(Owners, Owner) of
        true ->
            _ = ets:update_counter(Ends, Owner, Seconds),
%%          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, api(Calls) when length(Calls) =< 4
            ok;
        false ->
            unknown
    end.
