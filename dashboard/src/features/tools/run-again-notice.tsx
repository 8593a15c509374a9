/** What running tools once more does: one of them, or each of many. */
export const RunAgainNotice = ({ count }: { count: number }) => (
  <p>
    {count === 1
      ? 'The tool is called once more with the logged inputs'
      : 'Each tool is called once more with the logged inputs'}
    , for the same end user. Whatever it changes elsewhere it changes again, and credits are charged again.
  </p>
)
