/**
 * What people ask an agent for, and the tools that would do. Written from knowledge of the services, not from what the
 * search finds; a third of them share hardly a word with the description of the tool.
 */
export type Question = { readonly ask: string; readonly accept: RegExp }

const q = (ask: string, accept: RegExp): Question => ({ ask, accept })

export const questions: readonly Question[] = [
  q('create an issue in github', /^github_issues_create$/),
  q(
    'open a pull request',
    /^(github_pulls_create|bitbucket_.*pullrequests?(_post|_create)?$|bitbucket_post_repositories_.*pullrequests|gitea_repo_create_pull_request)/,
  ),
  q('list the repositories of an organization on github', /^github_repos_list_for_org$/),
  q('star a repo', /^github_activity_star_repo_for_authenticated_user$/),
  q('merge a github PR', /^github_pulls_merge$/),
  q('who am i on github', /^github_users_get_authenticated$/),
  q('rerun a failed github workflow', /^github_actions_re_run_workflow/),
  q('send an email with gmail', /^gmail_users_(messages|drafts)_send$/),
  q(
    'search my inbox for messages from anna',
    /^(gmail_users_messages_list|microsoft-graph_(me|users).*messages.*list|microsoft-graph_me_list_messages|microsoft-graph_me_messages_list)/,
  ),
  q('read one mail in gmail', /^gmail_users_messages_get$/),
  q('make a draft mail', /^gmail_users_drafts_create$/),
  q('delete a label in gmail', /^gmail_users_labels_delete$/),
  q('append a row to a google sheet', /^google-sheets_spreadsheets_values_append$/),
  q('read cells from a spreadsheet', /^google-sheets_spreadsheets_values_(get|batch_get)/),
  q('make a new google spreadsheet', /^google-sheets_spreadsheets_create$/),
  q(
    'create a calendar event',
    /^(google-calendar_(calendar_)?events_(insert|quick_add)|microsoft-graph_.*create_events)/,
  ),
  q('put a meeting into my google calendar', /^google-calendar_(calendar_)?events_(insert|quick_add)$/),
  q(
    'when am I free next week',
    /^(google-calendar_(calendar_)?freebusy_query|microsoft-graph_.*(find_meeting_times|get_schedule))/,
  ),
  q('find a file in google drive', /^google-drive_files_list$/),
  q('copy a google drive file', /^google-drive_files_copy$/),
  q('share a drive document with somebody', /^google-drive_permissions_create$/),
  q('create a google doc', /^google-docs_documents_create$/),
  q('post a message to a slack channel', /^slack(-api)?_chat_post_message$/),
  q('list slack channels', /^slack(-api)?_conversations_list$/),
  q('upload a file to slack', /^slack(-api)?_files_upload$/),
  q('invite someone to a slack channel', /^slack(-api)?_conversations_invite$/),
  q('set my slack status', /^slack(-api)?_users_profile_set$/),
  q(
    'send a text message to a phone number',
    /^(twilio_create_message|nexmo-sms_send_an_sms|clicksend_send_an_sms|telnyx_.*(create_message|send_message)|winsms_sms_send|d7networks_send_post|isendpro_send_sms|thesmsworks.*send|bulksms.*messages|sms77.*sms|callfire_send_texts|zoomconnect.*send|sakari.*send)/,
  ),
  q('twilio send sms', /^twilio_create_message$/),
  q(
    'make a phone call',
    /^(twilio_create_call$|nexmo-voice_create_call$|telnyx_(dial_call|call_dial)|callfire_send_calls$|clicksend_send_a?_?voice)/,
  ),
  q('telegram bot send message', /^telegram_(post_)?send_message$/),
  q('send a photo in telegram', /^telegram_(post_)?send_photo$/),
  q(
    'charge a credit card',
    /^(stripe_post_(charges|payment_intents)$|squareup_(create_payment|charge)|.*charge_card|beanstream_.*payments?|adyen-checkout-service_post_payments)/,
  ),
  q('refund a payment in stripe', /^stripe_post_(refunds$|charges_charge_refund|charges_charge_refunds)/),
  q('list stripe customers', /^stripe_get_customers$/),
  q(
    'create a stripe subscription',
    /^stripe_post_(subscriptions|customers_customer_subscriptions|customers_customer_subscriptions)$/,
  ),
  q('how much money is in my stripe account', /^stripe_get_balance$/),
  q(
    'create an invoice',
    /^(stripe_post_invoices|xero_create_invoices|xero_update_or_create_invoices|squareup_create_invoice|zuora_.*create_.*invoice|.*create_.*invoice|.*invoices?_create|.*post_invoices?)$/,
  ),
  q('add a card to a trello board', /^trello_(add_cards|post_cards)/),
  q('move a trello card to another list', /^trello_update_cards_(id_list_)?by_id_card|^trello_update_cards/),
  q('create an asana task', /^asana_create_(task|subtask)/),
  q(
    'my overdue tasks in asana',
    /^asana_(get_tasks|search_tasks|get_user_task_list|get_tasks_for_user_task_list)/,
  ),
  q('create a jira ticket', /^jira_create_issue$/),
  q('assign a jira issue', /^jira_assign_issue$/),
  q('jira search with jql', /^jira_(search_for_issues|match_issues)/),
  q('filter the entries of a notion database', /^notion(-api)?_query_a_database$/),
  q(
    'add a subscriber to a mailchimp list',
    /^mailchimp_(post_lists_id_members|put_lists_id_members_id|post_lists_id)$/,
  ),
  q(
    'send a newsletter campaign',
    /^(mailchimp_post_campaigns_id_actions_send|sendgrid_post_campaigns.*schedules_now|braze_.*send|sendgrid_.*singlesends.*schedule|.*campaigns?.*send)/,
  ),
  q(
    'send transactional email',
    /^(sendgrid_post_mail_send|mandrillapp_.*send|postmark_.*send|postmark_post_email.*|gmail_users_messages_send)/,
  ),
  q('schedule a zoom meeting', /^zoom_meeting_create$/),
  q('list zoom recordings', /^zoom_recordings?_list|^zoom_recordings?_get|^zoom_list.*recording/),
  q('play a song on spotify', /^spotify_(start_a_users_playback|add_to_queue)/),
  q(
    'search for a track by name',
    /^(spotify_search|musixmatch_.*track_search|soundcloud_get_tracks|musixmatch_get_track_search)/,
  ),
  q('create a playlist', /^(spotify_create_playlist|youtube_playlists_insert|soundcloud_post_playlists)/),
  q('upload a video to youtube', /^youtube_videos_insert$/),
  q('comments under a youtube video', /^youtube_comment(_threads|s)_list$/),
  q('tweet something', /^twitter_create_tweet$/),
  q('generate an image from a text prompt', /^openai_create_image$/),
  q('chat with gpt', /^openai_create_(chat_completion|completion)$/),
  q(
    'turn text into speech',
    /^(elevenlabs_text_to_speech|google-texttospeech_(text_)?synthesize|google-texttospeech_text_synthesize|apptigent_text_to_speech)/,
  ),
  q(
    'transcribe an audio recording',
    /^(openai_create_transcription|google-speech_(speech_)?(long_running)?recognize|google-speech_.*recognize|rev.*submit.*job|rev_submit_transcription_job|apptigent_speech_to_text)/,
  ),
  q(
    'translate a sentence into french',
    /^(google-translate_.*translat|libretranslate_post_translate|apptigent_translate|microsoft.*translat|ebay-commerce-translation_translate|just-eat.*translate)/,
  ),
  q(
    'what language is this text written in',
    /^(google-translate_.*detect(_language)?|libretranslate_post_detect|.*detect_?language)/,
  ),
  q(
    'read the text out of a scanned picture',
    /^(cloudmersive-ocr_.*ocr|google-vision_.*annotate|microsoft-cognitiveservices-(ocr|computer-vision)_.*(ocr|recognize|text|read)|.*_ocr$)/,
  ),
  q('remove the background of a photo', /^(remove.*removebg|remove.*remove.*|icons8.*background)/),
  q(
    'current weather for a city',
    /^(weatherbit_.*current|visualcrossing-weather_|meteosource_.*point|.*current_weather)/,
  ),
  q(
    'weather forecast for the next days',
    /^(weatherbit_.*forecast|visualcrossing-weather_.*forecast|meteosource.*point.*)/,
  ),
  q(
    'convert dollars to euros',
    /^(apptigent_convert_currency|sonar_get_convert|vatapi_currency_conversion|interzoid-convertcurrency_.*|neutrinoapi_convert|currencytick_.*|exchangerate.*|stripe_get_exchange_rates|.*currency_?conver.*|mastercard-currency.*)/,
  ),
  q(
    'price of a stock',
    /^(polygon_get_v[123]_(aggs|trades|quotes|last|open_close|snapshot)|apptigent_stock_prices$|.*stock_price|1forge_get_quotes$|tradematic.*(price|quote))/,
  ),
  q(
    'geocode an address',
    /^(opencagedata_.*|here.*geocod.*|tomtom.*geocod.*|gisgraphy.*geocod.*|graphhopper.*geocod.*|.*geocode.*|mermade.*)/,
  ),
  q(
    'driving directions between two places',
    /^(graphhopper_.*route.*|tomtom-routing_.*|here.*rout.*|.*calculate_route.*|.*directions.*)/,
  ),
  q(
    'where is this ip address',
    /^(ip2location|ipinfodb|abstractapi-geolocation|bigdatacloud_.*ip_geolocation|greip_.*(ip|geoip)|neutrinoapi_ip_info|iptwist|.*ip_?geolocation)/,
  ),
  q(
    'shorten a link',
    /^(.*shorten.*|clicksend_use_short_url|tinyuid.*|firebase.*short_links.*|google-firebasedynamiclinks_short_links_create)/,
  ),
  q(
    'make a qr code',
    /^(.*qr.?code.*|fungenerators-qrcode.*|image-charts.*|quickchart.*qr.*|neutrinoapi_qr_code)/,
  ),
  q(
    'convert html to pdf',
    /^(api2pdf_.*|easypdfserver.*|pdfbroker_.*|selectpdf.*|.*html.*pdf.*|.*pdf.*html.*|neutrinoapi_html_render)/,
  ),
  q('take a screenshot of a website', /^(browshot_.*|urlbox_.*|.*screenshot.*|import.*)/),
  q('spin up a new server on digitalocean', /^digitalocean_droplets_create$/),
  q('reboot a linode', /^linode_reboot_linode_instance$/),
  q('deploy a project to vercel', /^vercel_create_deployment$/),
  q('list pods in a namespace', /^kubernetes_list_core_v1_namespaced_pod$/),
  q('run a sql query in bigquery', /^google-bigquery_(bigquery_)?jobs_(query|insert)$/),
  q(
    'trigger a circleci build',
    /^circleci_post_project_(username_project|username_project_tree_branch)$|^circleci_post_project/,
  ),
  q(
    'send a document for signature',
    /^docusign_(envelopes_post_envelopes|.*post_envelopes?$|.*envelopes_create.*)/,
  ),
  q(
    'flights from berlin to london',
    /^(amadeus_(get|search)_flight_offers|amadeus-flight-(availabilities|cheapest-date)|lufthansa-.*schedule|transavia-.*flight|faretrotter_.*route)/,
  ),
  q(
    'book a hotel room',
    /^(amadeus-hotel-booking_.*|impala.*booking.*|hetras.*booking.*|.*hotel.*book.*|.*booking.*hotel.*|google-travel.*)/,
  ),
  q(
    'recipes with the ingredients in my fridge',
    /^(spoonacular_.*(recipes?_by_ingredients|ingredients).*|bigoven.*recipe.*|spoonacular_search_recipes_by_ingredients)/,
  ),
  q(
    'latest headlines',
    /^(nytimes-(top-stories|times-newswire|timeswire).*|biztoc_.*|.*(news|headlines).*(latest|headlines|top).*|microsoft-cognitiveservices-news-search_.*)/,
  ),
  q('definition of a word', /^(oxforddictionaries.*|wordnik.*definitions.*|wordnik_get_definitions)/),
  q(
    'who won the basketball game yesterday',
    /^(balldontlie.*games.*|sportsdata-nba.*(score|game|box).*|nba.*(score|game|box).*)/,
  ),
  q(
    'download my bank transactions',
    /^(plaid_transactions_(get|sync)|nordigen.*transactions|up-com-au_get_transactions|ynab_get_transactions|.*(get|list|retrieve)_.*account.*_transactions$)/,
  ),
  q(
    'track a parcel',
    /^(shipengine.*track.*|royalmail.*track.*|.*track.*(shipment|parcel|package|label).*|.*(shipment|parcel|package|label).*track.*)/,
  ),
  q(
    'list employees',
    /^(personio-personnel_.*employees$|personio.*get_company_employees|apideck-hris_employees_all|payrun_.*get_employees|.*list_employees$|.*get_employees$|.*employees_list$)/,
  ),
  q(
    'send a message to a microsoft teams channel',
    /^microsoft-graph_teams_channels_(create_messages|.*create_messages.*|messages.*|.*send_message.*)/,
  ),
  q(
    'upload a document to sharepoint or onedrive',
    /^microsoft-graph_.*(create_upload_session|update_items_content|put_items_content|items_content)/,
  ),
  q('astronomy picture of the day', /^nasa-apod_.*/),
]
