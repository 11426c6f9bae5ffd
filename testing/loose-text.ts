/**
 * Returns the text nodes of the widget that React manages one by one. A page translator replaces text
 * nodes; React then updates a hidden node, or throws when it moves or removes one. A text that is the
 * only child of its element has no managed node and is safe.
 */
export function findLooseTexts(root: Node): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node instanceof Text) {
      if (isManaged(node) && isInWidget(node)) found.push(describeText(node))
      return
    }
    for (const child of node.childNodes) visit(child)
    if (node instanceof Element && node.shadowRoot) visit(node.shadowRoot)
  }
  visit(root)
  return found
}

/**
 * Managed nodes carry React's fiber. An element keyed by its text is replaced with the text, and a
 * space between two elements never changes: both are safe.
 */
function isManaged(node: Text): boolean {
  if (node.data.trim() === '') return false
  const name = Object.keys(node).find((key) => key.startsWith('__reactFiber$'))
  if (!name) return false
  const fiber = Reflect.get(node, name) as { return: { key: string | null } | null }
  return fiber.return?.key !== node.data
}

const isInWidget = ({ parentElement }: Text): boolean => parentElement?.closest('[data-sluice-root]') != null

function describeText({ data, parentElement }: Text): string {
  return `"${data}" in ${parentElement?.outerHTML.slice(0, 200)}`
}
