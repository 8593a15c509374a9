import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type CreateButtonProps = { icon?: ReactNode; onClick(): void; children: ReactNode }

/** The main action of a list page; the key c presses it. */
export const CreateButton = ({
  icon = <Plus size={15} aria-hidden />,
  onClick,
  children,
}: CreateButtonProps) => (
  <Button variant="primary" icon={icon} data-creates="" onClick={onClick}>
    {children}
  </Button>
)
