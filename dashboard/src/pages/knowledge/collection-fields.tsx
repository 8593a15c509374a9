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
}

export const emptyCollection: CollectionDraft = {
  name: '',
  description: '',
  language: 'auto',
  chunkSize: '1000',
  chunkOverlap: '100',
}

/** What a change of needs a new index. */
export type IndexDraft = Pick<CollectionDraft, 'language' | 'chunkSize' | 'chunkOverlap'> & {
  embeddingModel: string
}

export const indexDraftOf = (collection: KnowledgeCollection): IndexDraft => ({
  embeddingModel: collection.embeddingModel,
  language: collection.language,
  chunkSize: String(collection.chunkSize),
  chunkOverlap: String(collection.chunkOverlap),
})

export type SettingsDraft = Pick<CollectionDraft, 'name' | 'description'> & {
  /** Empty for the value of the model. */
  fusionWeight: string
}

export const settingsDraftOf = (collection: KnowledgeCollection): SettingsDraft => ({
  name: collection.name,
  description: collection.description,
  fusionWeight: collection.fusionWeight === null ? '' : String(collection.fusionWeight),
})

export const settingsOf = ({ fusionWeight, ...texts }: SettingsDraft) => ({
  ...texts,
  fusionWeight: fusionWeight.trim() === '' ? null : requiredNumber('fusionWeight', fusionWeight),
})

export const bodyOf = ({ chunkSize, chunkOverlap, language, ...texts }: CollectionDraft) => ({
  ...texts,
  language: language as 'auto',
  chunkSize: requiredNumber('chunkSize', chunkSize),
  chunkOverlap: requiredNumber('chunkOverlap', chunkOverlap),
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

type NameForm = ReturnType<typeof useForm<Pick<CollectionDraft, 'name' | 'description'>>>
type ChunkForm = ReturnType<typeof useForm<Pick<CollectionDraft, 'language' | 'chunkSize' | 'chunkOverlap'>>>

export const NameFields = ({ form }: { form: Pick<NameForm, 'bind'> }) => (
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
export const ChunkFields = ({ form }: { form: Pick<ChunkForm, 'bind'> }) => (
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
