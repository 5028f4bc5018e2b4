#!/bin/sh
# The logic of thermostat.yaml: a room that is warmed up to what is wanted, and cools by itself. Once a second it reads what people set, and sets what is shown.
#
#   tessera run thermostat.yaml --display window --data-socket /tmp/thermostat &
#   ./thermostat.sh /tmp/thermostat
socket=${1:?the name of the data socket}

# "path value" lines in, "path=value" words out.
decide() {
  awk '{ value[$1] = $2 }
    END {
      wanted = value["mode"] == "heat" ? value["target"] : value["mode"] == "eco" ? 17 : 5
      # Once it is on it stays on until the room is as warm as wanted.
      on = value["temperature"] < wanted - (value["heating"] == "true" ? 0 : 0.4)
      printf "heating=%s temperature=%.1f\n", on ? "true" : "false", value["temperature"] + (on ? 0.2 : -0.1)
    }'
}

while settings=$(tessera data get "$socket" mode target temperature heating | decide); do
  # Two words without blanks in them.
  tessera data set "$socket" $settings || exit
  sleep "${2:-1}"
done
