/**
 * The ways in which page translators change the document.
 * - `fonts`: replaces each text node by a new one in two `<font>` elements.
 * - `moves`: moves each text node into two `<font>` elements.
 * - `span`: replaces each text node by a `<span>`.
 * - `text`: replaces each text node by another text node.
 * - `runs`: wraps each run of texts and inline elements in a `<font>` element.
 * - `again`: as `fonts`, and translates its own elements again after each change.
 */
export type TranslationWay = 'fonts' | 'moves' | 'span' | 'text' | 'runs' | 'again'

export const TRANSLATION_WAYS: readonly TranslationWay[] = ['fonts', 'moves', 'span', 'text', 'runs', 'again']

export interface TranslateOptions {
  way?: TranslationWay
  /** True if the translator skips elements with `translate="no"`. Default false. */
  respectsNo?: boolean
}

/**
 * Simulates a page translator, now and after each change, in open shadow roots too. Keeps the words,
 * so that tests can find them. Returns a function that stops it. The function is self-contained:
 * tests also run its source in a browser.
 */
export function translatePage(
  root: Document | ShadowRoot,
  { way = 'fonts', respectsNo = false }: TranslateOptions = {},
): () => void {
  const stops: (() => void)[] = []
  const seen = new WeakSet<Node>()
  const made = new WeakSet<Node>()
  const skipped = `script, style, title, textarea${way === 'again' ? '' : ', font'}${respectsNo ? ', [translate="no"]' : ''}`

  const inFonts = (content: Node | string) => {
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    outer.firstElementChild?.append(content)
    return outer
  }

  function replace(node: ChildNode, text: string): void {
    const parent = node.parentElement
    if (parent) parent.dataset.translated = way
    if (way === 'moves') {
      const outer = inFonts('')
      parent?.replaceChild(outer, node)
      outer.firstElementChild?.append(node)
      return
    }
    const inner = document.createTextNode(text)
    made.add(inner)
    let replacement: Node = inner
    if (way === 'span') {
      const span = document.createElement('span')
      span.append(inner)
      replacement = span
    } else if (way !== 'text') replacement = inFonts(inner)
    parent?.replaceChild(replacement, node)
  }

  const isInline = (node: Node | null): node is ChildNode =>
    node?.nodeType === Node.TEXT_NODE ||
    (node instanceof Element &&
      node.matches('a, b, bdi, em, i, span, strong') &&
      !node.matches(skipped) &&
      !node.querySelector('button, input, svg, img'))

  function wrapRun(first: ChildNode): void {
    const run = [first]
    for (let next = first.nextSibling; isInline(next); next = next.nextSibling) run.push(next)
    const font = document.createElement('font')
    font.dataset.translated = way
    first.replaceWith(font)
    font.append(...run)
  }

  function translate(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) {
      const { parentElement, textContent } = node
      if (!parentElement || parentElement.closest(skipped) || made.has(node) || !textContent?.trim()) return
      if (way === 'runs') {
        let first = node as ChildNode
        while (isInline(first.previousSibling)) first = first.previousSibling
        wrapRun(first)
      } else replace(node as ChildNode, textContent)
      return
    }
    for (const child of [...node.childNodes]) translate(child)
    const shadow = (node as Element).shadowRoot
    if (shadow) follow(shadow)
  }

  function follow(tree: Node): void {
    if (seen.has(tree)) return
    seen.add(tree)
    translate(tree)
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) translate(node)
    })
    observer.observe(tree, { childList: true, characterData: true, subtree: true })
    stops.push(() => observer.disconnect())
  }

  follow(root)
  return () => {
    for (const stop of stops) stop()
  }
}
