import type { WidgetConfig } from '../src/config/types.ts'

const BUILD = {
  packages: ['next@16'],
  build: ['next/dist/bin/next', 'build'],
  env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  serve: ['next/dist/bin/next', 'start'],
} as const

/**
 * Returns an app of Next.js that renders each request on its server, under a policy that allows the
 * scripts of its pages only by a nonce.
 */
export function nextHost(router: 'app' | 'pages', config: WidgetConfig) {
  const { baseUrl, chains } = config
  const service = new URL(baseUrl).origin
  const nodes = chains.flatMap(({ rpcUrls }) => rpcUrls.map((url) => new URL(url).origin))
  const policy = [
    `default-src 'self'`,
    // The logos of the catalogue are on a third origin.
    `img-src 'self' data: http://localhost:*`,
    `connect-src 'self' ${service} ${nodes.join(' ')}`,
    `object-src 'none'`,
    `base-uri 'none'`,
  ].join('; ')
  const files: Record<string, string> = {
    'next.config.mjs': `export default { reactStrictMode: true, turbopack: { root: import.meta.dirname } }\n`,
    'proxy.js': `import { NextResponse } from 'next/server'

export function proxy(request) {
  const nonce = crypto.randomUUID()
  const policy = \`${policy}; script-src 'nonce-\${nonce}' 'strict-dynamic'\`
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}
`,
  }
  return { ...BUILD, files: { ...files, ...(router === 'app' ? APP_ROUTER : PAGES_ROUTER) } }
}

const SWAP = `import { SwapWidget } from '@sluice/widget'

const listen = ({ events }) => events.on('*', (name) => window.host.receivedEvents.push(name))

export function Swap({ config }) {
  return <SwapWidget {...config} onReady={listen} />
}
`

const APP_ROUTER = {
  'app/layout.jsx': `import '@sluice/widget/style.css'
import { connection } from 'next/server'

export default async function Layout({ children }) {
  await connection()
  return <html lang="en"><body>{children}</body></html>
}
`,
  'app/page.jsx': `import config from '../config.json'
import { Swap } from './swap.jsx'

export default function Page() {
  return <Swap config={config} />
}
`,
  'app/swap.jsx': `'use client'

${SWAP}`,
}

const PAGES_ROUTER = {
  'pages/_app.jsx': `import '@sluice/widget/style.css'

export default function App({ Component, pageProps }) {
  return <Component {...pageProps} />
}
`,
  'pages/_document.jsx': `import Document, { Head, Html, Main, NextScript } from 'next/document'

export default function Page({ nonce }) {
  return (
    <Html lang="en">
      <Head nonce={nonce} />
      <body>
        <Main />
        <NextScript nonce={nonce} />
      </body>
    </Html>
  )
}

Page.getInitialProps = async (context) => ({
  ...(await Document.getInitialProps(context)),
  nonce: context.req.headers['x-nonce'],
})
`,
  'pages/index.jsx': `import config from '../config.json'
import { Swap } from '../swap.jsx'

export const getServerSideProps = () => ({ props: { config } })

export default Swap
`,
  'swap.jsx': SWAP,
}
