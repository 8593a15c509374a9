const twoInOne = 'The mock cannot separate two parameters between the same slashes.'
const severalFit = 'A number in a path is a text, too: the mock finds that both fit, and wants one.'
const inBrackets = 'The mock takes a parameter that is called `filter[…]` for a part of `filter`.'
const hasContent = 'The mock does not know parameters that have a content instead of a schema.'
const severalBodies = 'A short body fits several of the alternatives, and the mock wants one.'
const numbersAsText = 'The description lists numbers for a text; tools take them as texts.'
const refersTwice = 'The mock loses its way in references to references; all of them lead somewhere.'

/** Tools whose calls the mock refuses although they match the description, and why. */
export const unjudged: { readonly [toolSlug: string]: string } = {
  buffer_get_profiles_id_media_type_extension: twoInOne,
  buffer_get_updates_id_media_type_extension: twoInOne,
  elevenlabs_add_voice_v1_voices_add_post: 'A form with one file does not say that it is a list.',
  gitea_repo_download_commit_diff_or_patch: twoInOne,
  gitea_repo_download_pull_diff_or_patch: twoInOne,
  github_actions_create_workflow_dispatch: severalFit,
  github_actions_disable_workflow: severalFit,
  github_actions_enable_workflow: severalFit,
  github_actions_get_workflow: severalFit,
  github_actions_get_workflow_usage: severalFit,
  github_actions_list_workflow_runs: severalFit,
  gitlab_post_v3_projects_id_ref_ref_trigger_builds: 'A part of the path is in brackets, as it is optional.',
  jira_update_custom_field_configuration: 'What is read-only is not sent, although it is called required.',
  linode_post_databases_my_sql_instances: refersTwice,
  linode_post_databases_postgre_sql_instances: refersTwice,
  linode_put_databases_mongo_db_instance: refersTwice,
  linode_put_databases_my_sql_instance: refersTwice,
  linode_put_databases_postgre_sql_instance: refersTwice,
  telnyx_delete_bulk_telephony_credential: inBrackets,
  telnyx_update_bulk_telephony_credential: inBrackets,
  telnyx_bulk_credential_action: inBrackets,
  telnyx_list_comments: inBrackets,
  telnyx_detail_records_search: inBrackets,
  telnyx_create_inventory_coverage_request: inBrackets,
  telnyx_get_mdr_request: hasContent,
  telnyx_delete_mdr_request: hasContent,
  telnyx_get_usage_report: hasContent,
  telnyx_delete_usage_report: hasContent,
  telnyx_get_request: hasContent,
  telnyx_delete_request: hasContent,
  zoom_account_settings_update: severalBodies,
  zoom_user_settings_update: severalBodies,
  zoom_user_tsp: numbersAsText,
  zoom_user_tsp_delete: numbersAsText,
  zoom_user_tsp_update: numbersAsText,
  zuora_delete_data_query_job: 'It is to be a UUID of at least 64 characters, which there is none of.',
}
