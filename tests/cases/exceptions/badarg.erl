%%! explore: label/1
%% Built-ins that refuse their argument.
-module(badarg).
-export([label/1]).

label({name, Name}) -> atom_to_list(Name);
%%                     ^^^^^^^^^^^^^^^^^^ crash: error:badarg, label({name, X}) when not is_atom(X)
label({number, Number}) -> integer_to_list(Number);
%%                         ^^^^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, label({number, X}) when not is_integer(X)
label({parts, Parts}) -> list_to_tuple(Parts);
%%                       ^^^^^^^^^^^^^^^^^^^^ crash: error:badarg, label({parts, X}) when not is_list(X)
label({size, Tuple}) -> tuple_size(Tuple);
%%                      ^^^^^^^^^^^^^^^^^ crash: error:badarg, label({size, X}) when not is_tuple(X)
label(_) -> none.

%%! depth: 10
