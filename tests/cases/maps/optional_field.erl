%%! explore: greet/1
%% A key that may be missing is missing in some input of the type; one that the type does not have is
%% never there.
-module(optional_field).
-export([greet/1]).

-spec greet(#{name := atom(), title => lord | lady}) -> term().
greet(#{age := Age}) -> error({no_such_field, Age});
greet(#{title := lady} = Person) -> {my_lady, map_get(name, Person)};
greet(Person) -> {map_get(title, Person), map_get(name, Person)}.
%%                ^^^^^^^^^^^^^^^^^^^^^^ crash: error:{badkey, title}, greet(#{name := _})

%%! stop: exhausted
%%! complete
