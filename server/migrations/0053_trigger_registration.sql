-- What is registered at the service of a trigger whose toolkit has the service call our URL; null while nothing is.
alter table trigger_instance add column registration jsonb;
