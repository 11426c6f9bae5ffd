import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked } from 'marked'
import { toAnchor } from './anchors.ts'
import { NAVIGATION } from './navigation.ts'
import { createReference } from './reference.ts'
import { readTitle } from './titles.ts'

const content = join(import.meta.dirname, 'content')

/** Matches the line of a page that the site replaces by a file of `generated/`. */
const INCLUDE = /^<!--@include: .*generated\/[\w-]+\.md-->$/m

export interface DocsPage {
  /** Without an extension, for example `guides/theming`. */
  path: string
  /** The text of its first heading; empty for the landing page. */
  title: string
  /** Written and generated text. */
  markdown: string
  /** The ids of its headings. */
  anchors: string[]
  /** The targets of its links, as written. */
  links: string[]
}

/** Returns all pages of the site in the order of the menu. */
export function readPages(): DocsPage[] {
  const reference = createReference()
  return NAVIGATION.flatMap(({ pages }) => pages).map((path) => {
    const written = readFileSync(join(content, `${path}.md`), 'utf8')
    const markdown = written.replace(INCLUDE, () => reference[path] ?? '')
    const anchors: string[] = []
    const links: string[] = []
    marked.walkTokens(marked.lexer(markdown), (token) => {
      if (token.type === 'heading') anchors.push(toAnchor(token.text.replaceAll('`', '')))
      if (token.type === 'link') links.push(token.href)
    })
    return { path, title: readTitle(written), markdown, anchors, links }
  })
}
