// EditableText
