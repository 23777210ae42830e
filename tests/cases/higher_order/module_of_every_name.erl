%%! explore: register_codec/1
%% A module of the input has functions that the program calls, and not those that the compiler gives to all.
-module(module_of_every_name).
-export([register_codec/1]).

-spec register_codec(module()) -> ok.
register_codec(Codec) ->
    case Codec:tags() of
%%       ^^^^^^^^^^^^ crash: error:undef, register_codec(_)
        [] -> error(no_tags);
%%            ^^^^^^^^^^^^^^ crash: error:no_tags, register_codec(_)
        Tags when is_list(Tags) ->
            Exports = Codec:module_info(exports),
            case lists:member({encode, 1}, Exports) of
                true -> throw(encodes);
                false -> ok
            end;
        _ -> ok
    end.

%%! runs: 300
