%%! explore: mailbox/1
%% A message keeps what is known about the input. (There may be another one like it before.)
-module(message_to_self).
-export([mailbox/1]).

mailbox(Message) ->
    self() ! {message, Message},
    receive
        {message, {order, N}} when is_integer(N), N > 1000 -> error({too_many, N});
%%                                                            ^^^^^^^^^^^^^^^^^^^^ crash: error:{too_many, _}, mailbox({order, N}) when N > 1000
        {message, _} -> ok
    end.

%%! stop: exhausted
%%! verdict: crash
