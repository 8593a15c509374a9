-- Holds the number until the area of connections brings its tables.
select 1;
