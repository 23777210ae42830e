%%! explore: f/1
%% A message to a process of the input, which may be oneself.
-module(message_to_whom).
-export([f/1]).

-spec f(pid()) -> ok.
f(P) ->
    Request = make_ref(),
    P ! {Request, self()},
    receive
        {Request, From} -> error({from, From =:= self()})
%%                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{from, true}, f(P) when is_pid(P)
    after 0 -> ok
    end.

%%! covers: all
