-- Holds the number until the area of models brings its tables.
select 1;
