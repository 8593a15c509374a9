/**
 * JSON that a test looks into: what `JSON.parse` returns, which has no type. The shape is what the test asserts, so it
 * is declared nowhere else.
 */
export type ParsedJson = ReturnType<typeof JSON.parse>
