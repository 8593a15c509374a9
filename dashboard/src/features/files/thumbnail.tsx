import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../components/feedback/skeleton.tsx'
import { useProject } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { readThumbnail } from './read-thumbnail.ts'
import './thumbnail.css'

const sides = { small: 96, large: 1024 } as const

type ThumbnailProps = {
  fileId: string
  /** What it shows; empty where words beside it say so. */
  alt: string
  size: keyof typeof sides
  owner?: string | undefined
  /** In place of what cannot be drawn. */
  otherwise: ReactNode
}

export function Thumbnail({ fileId, alt, size, owner, otherwise }: ThumbnailProps) {
  const { api, project } = useProject()
  const { data, isPending } = useQuery({
    queryKey: [project.id, 'thumbnail', fileId, size, owner],
    queryFn: ({ signal }) => readThumbnail(actAs(api, owner), fileId, sides[size], signal),
    // What a file holds does not change, and to fetch it again is dear.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <span className="thumbnail" data-size={size}>
      {isPending ? <Skeleton width="100%" /> : data ? <img src={data} alt={alt} /> : otherwise}
    </span>
  )
}
