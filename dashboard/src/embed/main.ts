import { StoaChat } from './stoa-chat.ts'

// A page that loads the script twice has one element.
if (!customElements.get('stoa-chat')) customElements.define('stoa-chat', StoaChat)
