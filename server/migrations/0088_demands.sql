-- A demand that names its reason, and the facts that the refusal tells its caller. The form without a reason stays for
-- nodes of the version before.
create function demand(condition boolean, reason text, detail jsonb default null)
returns boolean language plpgsql volatile as $$
begin
  if condition is true then
    return true;
  end if;
  raise exception using errcode = 'ST001', message = 'a demand was refused: ' || reason,
    constraint = reason, detail = coalesce(detail::text, '{}');
end $$;
