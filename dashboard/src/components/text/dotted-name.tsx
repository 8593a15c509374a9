/** A name such as `usage.cap_reached` or `math_calculate`. Where space is short it wraps after a dot or an underscore. */
export const DottedName = ({ name }: { name: string }) => (
  <code className="dotted-name">
    {name.split(/(?<=[._])/).map((part, at) => (
      <span key={at}>
        {at > 0 && <wbr />}
        {part}
      </span>
    ))}
  </code>
)
