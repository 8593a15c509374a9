/** A first tool to begin with. */
export const exampleTools = `[
  {
    "name": "weather",
    "description": "The weather in a city",
    "parameters": {
      "type": "object",
      "properties": { "city": { "type": "string" } },
      "required": ["city"]
    }
  }
]`
