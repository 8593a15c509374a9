import { useSyncExternalStore } from 'react'
import { Avatar } from '../../../components/text/avatar.tsx'
import { loadChunk } from '../../../connection/load-chunk.ts'
import { builtInIcons } from './built-in-icons.ts'
import { findLogo, type Logo, type Logos } from './logo.ts'
import './service-logo.css'

let loaded: Logos | 'none' | undefined
let isLoading = false
const listeners = new Set<() => void>()

/** All logos are one file, loaded when the first of them is shown. Without it services have letters. */
async function load(): Promise<void> {
  if (isLoading) return
  isLoading = true
  loaded = await loadChunk(() => import('./logos.json')).then(
    (module): Logos => module.default,
    () => 'none' as const,
  )
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  void load()
  return () => listeners.delete(listener)
}

type ServiceLogoProps = { slug: string; name: string; size?: 'normal' | 'small' }

/** The logo of a service, or the first letters of its name if the product has none of it. */
export function ServiceLogo(props: ServiceLogoProps) {
  const { slug, size = 'normal' } = props
  const Icon = Object.hasOwn(builtInIcons, slug) ? builtInIcons[slug] : undefined
  if (!Icon) return <BrandLogo {...props} />
  return (
    <span className="logo-tile" data-size={size} aria-hidden>
      <Icon size={size === 'small' ? 14 : 18} aria-hidden />
    </span>
  )
}

function BrandLogo({ slug, name, size = 'normal' }: ServiceLogoProps) {
  const logos = useSyncExternalStore(subscribe, () => loaded)
  // Letters that are replaced after a moment would flicker.
  if (logos === undefined) return <span className="logo-tile" data-size={size} aria-hidden />
  const logo = logos === 'none' ? null : findLogo(logos, slug)
  return logo ? <Tile logo={logo} size={size} /> : <Avatar name={name} size={size} />
}

const Tile = ({ logo: { box, paths }, size }: { logo: Logo; size: 'normal' | 'small' }) => (
  <span className="logo-tile" data-size={size} aria-hidden>
    <svg className="logo-drawing" viewBox={box} aria-hidden>
      {paths.map(({ fill, d }) => (
        <path key={d} fill={fill} d={d} />
      ))}
    </svg>
  </span>
)
