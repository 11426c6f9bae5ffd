const ROOT = '[data-sluice-root]'

/**
 * Returns a selector with the specificity of several classes, which CSS modules would rename. The
 * selector matches every element, because no element has this attribute.
 */
const repeatSpecificity = (classes) => `:not(${'[_]'.repeat(classes)})`

/**
 * Raises the specificity of the styles outside shadow roots, because host rules such as
 * `.entry-content h2` and `.post input[type='text']` outweigh an attribute and a class. Rules that
 * reset the host's styles outweigh four classes, and the widget's own rules outweigh these. Shadow
 * roots contain no host rules, so their styles (`?inline`) do not change.
 */
export function raisesSpecificity() {
  return {
    name: 'sluice-raises-specificity',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: (code, id) => ({
        code: code.replaceAll(ROOT, ROOT + repeatSpecificity(id.endsWith('/light-dom.css') ? 3 : 4)),
        map: null,
      }),
    },
  }
}
