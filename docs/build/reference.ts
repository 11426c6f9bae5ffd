import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configJsonSchema } from '../../scripts/lib/json-schemas.ts'
import { tableUnder } from '../../scripts/lib/readme-tables.ts'
import { describeRest } from '../../service/http/openapi.ts'
import { ERROR_CODES } from '../../src/errors/codes.ts'
import { EVENT_FIXTURES } from '../../testing/mock/event-fixtures.ts'
import { MOCK_SCENARIOS, type MockScenario } from '../../testing/mock/mock-scenarios.ts'
import { HTTP_EXAMPLES } from './http-examples.ts'

const root = join(import.meta.dirname, '../..')

/** The generated pages as Markdown, by path. Tests of the README keep its tables equal to the code. */
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
  const { properties = {}, required = [] } = configJsonSchema()
  const fields = tableUnder('Config').map(([name = '', changes = '', initial = '', meaning = '']) => {
    const schema = properties[name.replaceAll('`', '')] as { description?: string } | undefined
    const type = schema ? describeType(schema) : 'code: a function or an object of your page'
    return [
      `## ${name.replaceAll('`', '')}`,
      meaning[0]?.toUpperCase() + meaning.slice(1),
      `| type | default | changes |\n|---|---|---|\n| ${type} | ${initial} | ${changes} |`,
      schema?.description ? escapeMarkdown(schema.description) : '',
    ].join('\n\n')
  })
  return `# Config

What a widget can be told. The same fields are props of \`SwapWidget\`, the second argument of \`create\` and the attribute \`config\`
of \`<sluice-swap>\`. Required: ${required.map((name) => `[\`${name}\`](#${name.toLowerCase()})`).join(', ')}. \`@sluice/widget/schema/config.json\`
is the JSON Schema. *live* takes effect at once, *initial* is what a widget starts with, *rebuild* makes a new widget.

${fields.join('\n\n')}
`
}

function eventsPage(): string {
  const when = new Map(tableUnder('Events').map(([name = '', text = '']) => [name.replaceAll('`', ''), text]))
  const events = Object.entries(EVENT_FIXTURES).map(
    ([name, payload]) => `## ${name}\n\nWhen: ${when.get(name)}.\n\n${toJson(payload)}`,
  )
  return `# Events

Payloads as a handler gets them. \`@sluice/widget/schema/events.json\` is the JSON Schema; the same samples are
\`EVENT_FIXTURES\` of \`@sluice/widget/testing\`. How to listen: [Events and analytics](../guides/events.html).

${events.join('\n\n')}
`
}

function errorsPage(): string {
  const help = new Map(
    tableUnder('Error codes').map(([code = '', text = '']) => [code.replaceAll('`', ''), text]),
  )
  const errors = Object.entries(ERROR_CODES).map(
    ([code, { group, message }]) =>
      `## ${code}\n\nThe person reads: “${message}”\n\nWhat can be done: ${help.get(code)}.\n\nGroup: \`${group}\`.`,
  )
  return `# Error codes

\`code\` is stable: it is in \`process.error\` of [events](events.html#routeexecutionfailed), in \`transactionError\` and on the
\`SluiceError\` that \`onError\` gets. The group says what can be done: \`integrator\` is a mistake of the page, \`user\` a decision of
the person, \`retry\` may succeed when tried again, \`input\` needs another input, \`broken\` neither.

Every error names its section here: \`docsPath\` is a path of this site, so \`new URL(error.docsPath, address)\` is its link, where
\`address\` is that of your copy. \`sluice-doctor\` prints it.

${errors.join('\n\n')}
`
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
        example?.request ? `A body:\n\n${toJson(example.request)}` : '',
        request ? `Its schema:\n\n${toJson(request)}` : '',
        example ? `An answer, and a refusal:\n\n${toJson(example.response)}\n\n${toJson(example.error)}` : '',
        `| status | meaning |\n|---|---|\n${responses.join('\n')}`,
      ].join('\n\n')
    }),
  )
  const graphql = readFileSync(join(root, 'service/http/tokens-schema.graphql'), 'utf8')
  return `# HTTP interfaces

What the widget asks of a service. A running service describes itself at \`/openapi.json\`, from which this page is made.
Amounts are decimal strings of base units, and every answer carries \`X-Request-ID\`.

${operations.join('\n\n')}

## POST /tokens/graphql

The token catalogue speaks GraphQL.

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
  return `# Test scenarios

What \`createMockService({ scenario })\` and \`startSandbox({ scenario })\` of \`@sluice/widget/testing\` can play. See
[Testing](../guides/testing.html).

| scenario | what happens | error |
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
