/**
 * Finds the text nodes of the widget that React manages one by one. A page translator replaces text nodes, after which
 * React updates one that is no longer shown, or throws when it moves or removes it. A text that is the only child of its
 * element has no node of its own in React and survives.
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
 * React keeps its record of such a node on the node. An element whose key is its text is replaced with the text, and a
 * space between two elements never changes.
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
