-- Holds the number until its area brings its tables.
select 1;
