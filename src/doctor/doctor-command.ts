import { readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WidgetConfig } from '../config/types.ts'
import { SHARED, secondCopy } from './check-copies.ts'
import { type DoctorOptions, doctor } from './doctor.ts'
import type { Finding } from './types.ts'

const USAGE = 'Usage: sluice-doctor <config.json | module with the config as default export>'

export interface CommandOptions extends DoctorOptions {
  cwd: string
  print: (line: string) => void
  /** A file of the widget, from which its packages are resolved. Default: this file. */
  widgetFile?: string
}

/**
 * Examines the config in a file, and the packages around it. Resolves to the exit code: 1 for an
 * error, otherwise 0.
 */
export async function runDoctor(
  args: readonly string[],
  { cwd, print, widgetFile = import.meta.url, ...options }: CommandOptions,
): Promise<number> {
  const [file] = args
  if (file === undefined) {
    print(USAGE)
    return 1
  }
  let config: WidgetConfig
  try {
    config = await readConfig(resolve(cwd, file))
  } catch (error) {
    print(`${file} could not be read: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
  const findings = [...(await findCopies(cwd, widgetFile)), ...(await doctor(config, options))]
  for (const { severity, path, message, docsPath } of findings) {
    print(`${severity}: ${path}: ${message}`)
    if (docsPath) print(`  See ${docsPath} of the documentation.`)
  }
  if (findings.length === 0) print('No problems found.')
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0
}

async function readConfig(path: string): Promise<WidgetConfig> {
  if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8')) as WidgetConfig
  const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: WidgetConfig }
  return module.default
}

/** Packages that the host and the widget resolve to different folders. */
async function findCopies(cwd: string, widgetFile: string): Promise<Finding[]> {
  const found = await Promise.all(
    SHARED.map(async (name): Promise<Finding[]> => {
      const host = await findPackage(name, resolve(cwd, 'package.json'))
      const own = await findPackage(name, widgetFile)
      return host && own && host !== own ? [secondCopy(name, `${host} and ${own}`)] : []
    }),
  )
  return found.flat()
}

async function findPackage(name: string, from: string): Promise<string | undefined> {
  try {
    return await realpath(createRequire(from).resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}
