import { type ReactNode, useEffect } from 'react'
import './auth-layout.css'

/** The layout of the pages before sign-in. */
export function AuthLayout({
  title,
  about,
  children,
}: {
  title: string
  about: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Stoa`
  }, [title])
  return (
    <main className="auth-layout">
      <div className="auth-layout-card">
        <header className="auth-layout-head">
          <div className="auth-layout-brand">
            <img src="/pages/favicon.svg" width="32" height="32" alt="" />
            Stoa
          </div>
          <h1>{title}</h1>
          <p className="muted">{about}</p>
        </header>
        {children}
      </div>
    </main>
  )
}
