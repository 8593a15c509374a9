import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './auth/session.ts'
import { router } from './routes.tsx'
import { addTitlesToCutTexts } from './shell/cut-text-titles.ts'
import './fonts.css'
import './tokens.css'
import './base.css'

addTitlesToCutTexts()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
