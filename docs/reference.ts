import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { tableUnder } from '../scripts/lib/markdown-tables.ts'
import { describeRest } from '../service/http/openapi.ts'
import { configJsonSchema } from '../src/config/json-schema/json-schemas.ts'
import { ERROR_CODES } from '../src/errors/codes.ts'
import { EVENT_FIXTURES } from '../src/testing/mock/event-fixtures.ts'
import { MOCK_SCENARIOS, type MockScenario } from '../src/testing/mock/mock-scenarios.ts'
import { HTTP_EXAMPLES } from './http-examples.ts'

const root = join(import.meta.dirname, '..')

/**
 * Returns the generated part of the reference pages as Markdown, by path. The written page of that
 * path in `content/` comes first; a test compares its tables with the code.
 */
export function createReference(): Record<string, string> {
  return {
    'reference/config': configPage(),
    'reference/events': eventsPage(),
    'reference/errors': errorsPage(),
    'reference/http': httpPage(),
    'reference/scenarios': scenariosPage(),
  }
}

function configPage(): string {
  const { properties = {} } = configJsonSchema()
  const table = tableUnder('Fields', 'docs/content/reference/config.md')
  const fields = table.map(([name = '', changes = '', initial = '', meaning = '']) => {
    const schema = properties[name.replaceAll('`', '')] as { description?: string } | undefined
    const type = schema ? describeType(schema) : 'code: a function or an object of your page'
    return [
      `## ${name.replaceAll('`', '')}`,
      meaning[0]?.toUpperCase() + meaning.slice(1),
      `| type | default | changes |\n|---|---|---|\n| ${type} | ${initial} | ${changes} |`,
      schema?.description ? escapeMarkdown(schema.description) : '',
    ].join('\n\n')
  })
  return fields.join('\n\n')
}

function eventsPage(): string {
  const table = tableUnder('All events', 'docs/content/reference/events.md')
  const when = new Map(table.map(([name = '', text = '']) => [name.replaceAll('`', ''), text]))
  const events = Object.entries(EVENT_FIXTURES).map(
    ([name, payload]) => `## ${name}\n\nWhen: ${when.get(name)}.\n\n${toJson(payload)}`,
  )
  return events.join('\n\n')
}

function errorsPage(): string {
  const table = tableUnder('All codes', 'docs/content/reference/errors.md')
  const help = new Map(table.map(([code = '', text = '']) => [code.replaceAll('`', ''), text]))
  const errors = Object.entries(ERROR_CODES).map(
    ([code, { group, message }]) =>
      `## ${code}\n\nMessage: “${message}”\n\nWhat to do: ${help.get(code)}.\n\nGroup: \`${group}\`.`,
  )
  return errors.join('\n\n')
}

function httpPage(): string {
  const { paths } = describeRest()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(
        ([status, { description }]) => `| ${status} | ${escapeMarkdown(description)} |`,
      )
      const request = operation.requestBody?.content['application/json'].schema
      const example = HTTP_EXAMPLES[path]
      return [
        `## ${method.toUpperCase()} ${path}`,
        `${escapeMarkdown(operation.summary)}.`,
        example?.request ? `An example body:\n\n${toJson(example.request)}` : '',
        request ? `The schema of the body:\n\n${toJson(request)}` : '',
        example ? `A response, and an error:\n\n${toJson(example.response)}\n\n${toJson(example.error)}` : '',
        `| status | meaning |\n|---|---|\n${responses.join('\n')}`,
      ].join('\n\n')
    }),
  )
  const graphql = readFileSync(join(root, 'service/http/tokens-schema.graphql'), 'utf8')
  return `${operations.join('\n\n')}

## POST /tokens/graphql

The token catalogue is a GraphQL interface.

\`\`\`graphql
${graphql.trim()}
\`\`\`
`
}

function toJson(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

function scenariosPage(): string {
  const rows = Object.entries<MockScenario>(MOCK_SCENARIOS).map(
    ([name, { description, code }]) =>
      `| \`${name}\` | ${description} | ${code ? `[\`${code}\`](errors.html#${code})` : 'none'} |`,
  )
  return `| scenario | what happens | error |
|---|---|---|
${rows.join('\n')}
`
}

function describeType(schema: object): string {
  if ('enum' in schema && Array.isArray(schema.enum))
    return schema.enum.map((value) => `\`${value}\``).join(' or ')
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) {
    return [...new Set(schema.anyOf.map((option) => describeType(option as object)))].join(' or ')
  }
  if ('const' in schema) return `\`${String(schema.const)}\``
  if ('type' in schema && schema.type === 'array' && 'items' in schema) {
    return `list of ${describeType(schema.items as object)}`
  }
  return 'type' in schema ? String(schema.type) : 'object'
}

function escapeMarkdown(text: string): string {
  return text.replaceAll('<', '&lt;')
}
