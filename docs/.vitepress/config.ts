import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { toAnchor } from '../anchors.ts'
import { NAVIGATION } from '../navigation.ts'
import { readTitle } from '../titles.ts'

const content = join(import.meta.dirname, '../content')
const titleOf = (path: string) => readTitle(readFileSync(join(content, `${path}.md`), 'utf8'))

const sidebar = NAVIGATION.map(({ section, pages }) => ({
  text: section,
  items: pages.filter((path) => path !== 'index').map((path) => ({ text: titleOf(path), link: `/${path}` })),
}))

export default defineConfig({
  title: 'Sluice',
  description: 'A token swap widget that checks every swap before your wallet opens.',
  lang: 'en',
  srcDir: 'content',
  outDir: 'dist',
  cleanUrls: false,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#0a6a63' }],
  ],
  markdown: {
    anchor: { slugify: toAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { haproxy: 'nginx' },
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Start', link: '/start/react', activeMatch: '^/start/' },
      { text: 'Guides', link: '/guides/theming', activeMatch: '^/guides/' },
      { text: 'Concepts', link: '/concepts/verification', activeMatch: '^/concepts/' },
      { text: 'Reference', link: '/reference/config', activeMatch: '^/reference/' },
      { text: 'Service', link: '/guides/service' },
    ],
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: true } },
    externalLinkIcon: true,
    ...(process.env.SLUICE_DOCS_EDIT_URL && {
      editLink: { pattern: process.env.SLUICE_DOCS_EDIT_URL, text: 'Edit this page' },
    }),
  },
  transformHtml: (html) => html.replace('<head>', `<head>\n    ${policyOf(html)}`),
})

/**
 * Returns the content security policy of a page. It allows files of the site only, and the inline
 * scripts of VitePress by their hashes. Highlighted code has inline styles.
 */
function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = scripts.map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">`
}
