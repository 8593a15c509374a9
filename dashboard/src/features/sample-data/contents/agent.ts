export const question = 'Within how many days can a bike be returned?'

/** Without a provider key it quotes the handbook; with a model chosen on its page it answers in its own words. */
export const agentOf = (knowledgeId: string, tableIds: readonly string[]) => ({
  name: 'Sample: shop assistant',
  description: 'Answers questions about a bicycle shop from its handbook and tables.',
  workflowType: 'agent' as const,
  isPublic: true,
  agent: {
    prompt:
      'You help the customers of a bicycle shop. Answer briefly, from the handbook and the tables, and name your source.',
    modelSettings: { model: 'local/demo' },
    knowledgeCollectionIds: [knowledgeId],
    databaseCollectionIds: [...tableIds],
    tools: { pinnedSlugs: ['math_calculate'] },
    starterPrompts: [question, 'How long is the warranty for batteries?', 'What does a full service cost?'],
  },
})
