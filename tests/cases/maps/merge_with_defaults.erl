%%! explore: connect/1
%% Options over defaults: only those that the program looks at are tried.
-module(merge_with_defaults).
-export([connect/1]).

-spec connect(map()) -> term().
connect(Options) ->
    Defaults = #{host => localhost, port => 80, retries => 3, timeout => 5000},
    case maps:merge(Defaults, Options) of
        #{port := 0} -> error(no_port);
%%                      ^^^^^^^^^^^^^^ crash: error:no_port, connect(#{port := 0})
        #{port := 80, retries := Retries} when Retries < 0 -> error({retries, Retries});
%%                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^ crash: error:{retries, _}, connect(#{retries := R}) when R < 0
        #{host := Host} -> Host
    end.

%%! stop: exhausted
%%! complete
%%! covers: all
