import type { ReactNode } from 'react'
import '@sluice/widget/style.css'

export const metadata = { title: 'Sluice in Next.js' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
