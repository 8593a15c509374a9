-- Whether a webhook or an active trigger of the project selects events of documents of a collection. Writers of documents
-- call it with each change: where nothing is selected it is one look into two small indexes.
create function document_events_selected(of_project uuid, collection uuid, collection_slug text, selectors text[])
returns boolean language plpgsql stable as $$
begin
  return exists (
    select from trigger_instance t
    where t.project_id = of_project and t.slug = 'event' and t.status = 'active'
      and t.config->'eventTypes' ?| selectors
      and coalesce(t.config->'filter'->>'data.collectionId', collection::text) = collection::text
      and coalesce(t.config->'filter'->>'data.collectionSlug', collection_slug) = collection_slug
  ) or exists (
    select from webhook w
    where w.project_id = of_project and w.is_active and (w.event_types = '{}' or w.event_types && selectors)
  );
end $$;
