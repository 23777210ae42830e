%%! explore: header/1
%% The bytes of a name are those of its text.
-module(bytes_of_a_name).
-export([header/1]).

-spec header(atom()) -> binary().
header(Name) ->
    case atom_to_binary(Name) of
        <<"x-", Version, _/binary>> when Version > $6, Version < $8 -> error(old_version);
%%                                                                     ^^^^^^^^^^^^^^^^^^ crash: error:old_version, header(_)
        Text -> Text
    end.

%%! runs: 300
%%! covers: all
