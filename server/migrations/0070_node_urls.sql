-- Where other nodes reach this one, to forward requests about what is on it; null where it does not say.
alter table node_lease add column url text;
