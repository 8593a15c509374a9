import type { KnowledgeCollection } from '@stoa/sdk'
import { AreaField, SelectField, TextField } from '../../components/form/field.tsx'
import { requiredNumber } from '../../components/form/required-number.ts'
import type { useForm } from '../../components/form/use-form.ts'

export type CollectionDraft = {
  name: string
  description: string
  language: string
  chunkSize: string
  chunkOverlap: string
  /** Empty for the value of the model. */
  fusionWeight: string
}

export const emptyCollection: CollectionDraft = {
  name: '',
  description: '',
  language: 'auto',
  chunkSize: '1000',
  chunkOverlap: '100',
  fusionWeight: '',
}

export const draftOf = (collection: KnowledgeCollection): CollectionDraft => ({
  name: collection.name,
  description: collection.description,
  language: collection.language,
  chunkSize: String(collection.chunkSize),
  chunkOverlap: String(collection.chunkOverlap),
  fusionWeight: collection.fusionWeight === null ? '' : String(collection.fusionWeight),
})

export const bodyOf = ({ chunkSize, chunkOverlap, language, fusionWeight, ...texts }: CollectionDraft) => ({
  ...texts,
  language: language as 'auto',
  chunkSize: requiredNumber('chunkSize', chunkSize),
  chunkOverlap: requiredNumber('chunkOverlap', chunkOverlap),
  fusionWeight: fusionWeight.trim() === '' ? null : requiredNumber('fusionWeight', fusionWeight),
})

const languageNames = new Intl.DisplayNames('en', { type: 'language' })
const codes = 'ar ca cs da de en es eu fi fr ga hu hy it nl no pt ro ru sl sv ta tr'.split(' ')
export const languageName = (code: string): string =>
  code === 'other' ? 'Other' : (languageNames.of(code) ?? code)
const languageChoices = [
  { value: 'auto', label: 'Detect for each source' },
  ...codes
    .map((value) => ({ value, label: languageName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label)),
  { value: 'other', label: 'Other: words are compared as they are' },
]

export type CollectionForm = ReturnType<typeof useForm<CollectionDraft>>
type FieldsProps = { form: CollectionForm }

export const NameFields = ({ form }: FieldsProps) => (
  <>
    <TextField {...form.bind('name')} label="Name" placeholder="Handbook" isRequired hasInitialFocus />
    <AreaField
      {...form.bind('description')}
      label="Description"
      rows={2}
      hint="What the texts are about. Agents read it too."
    />
  </>
)

/** How texts are divided: the defaults fit most of them. */
export const ChunkFields = ({ form }: FieldsProps) => (
  <>
    <SelectField
      {...form.bind('language')}
      label="Language"
      choices={languageChoices}
      hint="Searches find all forms of a word in this language."
    />
    <div className="form-pair">
      <TextField
        {...form.bind('chunkSize')}
        label="Chunk size (characters)"
        type="number"
        hint="At most. Chunks end at paragraphs and headings."
      />
      <TextField
        {...form.bind('chunkOverlap')}
        label="Chunk overlap (characters)"
        type="number"
        hint="Repeated when one long paragraph is divided."
      />
    </div>
  </>
)
