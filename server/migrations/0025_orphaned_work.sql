-- What was begun while its end user was being erased or merged stayed behind with all that the user had sent. Of it is
-- left what is left of every erased user: what the ledger needs.
update tool_execution e set status = 'forgotten', arguments = null, result = null, error = null, thread_id = null,
  connected_account_id = null, file_id = null
where status not in ('running', 'forgotten')
  and not exists (select from external_user u where u.project_id = e.project_id and u.id = e.external_user_id);

update tool_execution e set arguments = null, keeps_payloads = false, thread_id = null
where status = 'running'
  and not exists (select from external_user u where u.project_id = e.project_id and u.id = e.external_user_id);

update llm_call e set prompt = null, answer = null, metadata = '{}', error_message = null, keeps_payloads = false,
  is_forgotten = status <> 'running'
where not is_forgotten
  and not exists (select from external_user u where u.project_id = e.project_id and u.id = e.external_user_id);

update sandbox_execution e set status = 'forgotten', source = null, state = null, result = null, error = null,
  trace = null, stdout = null, stderr = null, requests = null, allowed_hosts = '[]', env_names = '[]'
where status <> 'forgotten'
  and not exists (select from external_user u where u.project_id = e.project_id and u.id = e.external_user_id);

update llm_media_job e set status = 'forgotten', input = '{}', result = null, file_ids = '{}', error_message = null,
  metadata = '{}'
where status not in ('queued', 'running', 'forgotten')
  and not exists (select from external_user u where u.project_id = e.project_id and u.id = e.external_user_id);
