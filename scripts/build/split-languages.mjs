import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const REQUEST = /^(?:.*[\\/])?(\w{2})\.json\?part=(firstPage|laterPages)$/
const MODULE = /^\0(.+[\\/]languages[\\/]\w{2})(-pages)?\.js$/

/**
 * Makes each part of a language file a module, so that the first page downloads only its own texts.
 */
export function splitsLanguages() {
  return {
    name: 'sluice-splits-languages',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (MODULE.test(source)) return source
      const [, tag, part] = REQUEST.exec(source) ?? []
      if (!tag) return undefined
      const file = await this.resolve(source.replace(/\?.*/, ''), importer, { skipSelf: true })
      const name = part === 'firstPage' ? tag : `${tag}-pages`
      // Virtual modules start with \0, so Vite's scan for dependencies does not read them as files.
      return file && `\0${join(dirname(file.id), `${name}.js`)}`
    },
    load(id) {
      const [, path, pages] = MODULE.exec(id.replace(/\?.*/, '')) ?? []
      if (!path) return undefined
      this.addWatchFile(`${path}.json`)
      const texts = JSON.parse(readFileSync(`${path}.json`, 'utf8'))[pages ? 'laterPages' : 'firstPage']
      return `export const messages = ${JSON.stringify(texts)}`
    },
  }
}
