/** Tools whose calls the mock refuses although they are what the description asks for, and why. */
export const unjudged: { readonly [toolSlug: string]: string } = {
  elevenlabs_add_voice_v1_voices_add_post: 'A form with one file does not say that it is a list.',
  trello_update_webhooks: 'The mock finds no path that ends with a slash, as /webhooks/ does.',
}
