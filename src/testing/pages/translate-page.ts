/**
 * Simulates a page translator: replaces each text node by a new one in two `<font>` elements, now and
 * after each change, in open shadow roots too. Keeps the words, so that tests can find them. Returns a
 * function that stops it. The function is self-contained: tests also run its source in a browser.
 */
export function translatePage(root: Document | ShadowRoot): () => void {
  const stops: (() => void)[] = []
  const seen = new WeakSet<Node>()

  function translate(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) {
      const { parentElement, textContent } = node
      if (!parentElement || parentElement.closest('font, script, style, title, textarea')) return
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstElementChild?.append(textContent ?? '')
      node.parentNode?.replaceChild(outer, node)
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
