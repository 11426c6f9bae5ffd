import fs from 'node:fs'

/** Properties that Testing Library reads: for roles, names, visibility and pointer events. */
const READ = /^\s*(display|visibility|opacity|content|pointer-events)\s*:/

// For each query by role, jsdom matches the rules of its default style sheet against every element
// and its ancestors. Rules without a property that is read only slow down the tests.
const { readFileSync } = fs
fs.readFileSync = (path, ...options) => {
  const content = readFileSync(path, ...options)
  return /jsdom[\\/]browser[\\/]default-stylesheet\.css$/.test(String(path)) ? trim(content) : content
}

function trim(sheet) {
  return sheet.replace(/\/\*.*?\*\//gs, '').replace(/([^{}]*)\{([^{}]*)\}/g, (_, selector, declarations) => {
    const kept = declarations.split(';').filter((declaration) => READ.test(declaration))
    return kept.length ? `${selector.trim()} {${kept.join(';')}}\n` : ''
  })
}
