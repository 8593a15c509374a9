/** The name of a row's object: never a few letters wide, and never more than two lines, however long it is. */
export const RowName = ({ name }: { name: string }) => <span className="clamped row-name">{name}</span>
