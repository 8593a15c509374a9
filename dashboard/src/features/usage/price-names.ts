/** What is paid for by a price that belongs to no tool and no model. */
const names: Readonly<Record<string, string>> = {
  'tool.default': 'Tool run',
  'sandbox.second': 'Sandbox time',
  'browser.second': 'Browser time',
  'storage.gibibyte-month': 'Storage',
  'knowledge.page': 'Pages read for knowledge',
  'media.image': 'Images',
  'media.second': 'Video',
  'media.char': 'Speech',
}

/** `sandbox.second` in words; that of a model is the model. */
export const priceName = (ref: string): string => names[ref] ?? ref.replace(/^model:/, '')
