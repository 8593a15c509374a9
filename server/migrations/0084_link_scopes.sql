-- Scopes that a link requests in place of those of its auth config: an account may need more rights than the others of the config.
alter table connection_link add column scopes jsonb;
