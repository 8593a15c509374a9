import { Fragment } from 'react'

/** A text whose long words wrap after a separator, such as the underscores of a file name. */
export const BreakableText = ({ text }: { text: string }) =>
  text.split(/(?<=[._/\-–—])(?=\S)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
