%%! explore: reason/1
%% A switch over integers: the one code that nobody handles is among those asked for by number.
-module(switch_integers).
-export([reason/1]).

-spec reason(100..599) -> atom().
reason(Code) ->
    case Code of
        200 -> ok;
        201 -> created;
        204 -> no_content;
        301 -> moved;
        404 -> not_found;
        418 -> error({unsupported, teapot});
%%             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{unsupported, teapot}, reason(418)
        500 -> server_error;
        _ -> other
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
