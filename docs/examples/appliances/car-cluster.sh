#!/bin/sh
# The logic of car-cluster.yaml: a road with hills. Ten times a second it sets the speed and the power, and with them range, charge and lamps.
#
#   tessera run car-cluster.yaml --display window --data-socket /tmp/car &
#   ./car-cluster.sh /tmp/car
socket=${1:?the name of the data socket}

step=0
while state=$(tessera data get "$socket" distance charge cruising cruise | tr '\n' ' '); do
  step=$((step + 1))
  settings=$(echo "$state" | awk -v t=$step '{
    distance = $2; charge = $4; held = $6 == "true"; cruise = $8
    hill = sin(t / 40)
    speed = held ? cruise + hill : 92 + 26 * sin(t / 70) - 9 * hill
    power = 18 + 42 * hill + speed / 8
    distance += speed / 36000
    charge -= power / 4000000
    printf("speed=%d power=%d distance=%.2f charge=%.4f range=%d left=%s right=%s", \
      speed, power, distance, charge, charge * 440, t % 300 < 50 && t % 10 < 5 ? "true" : "false", t % 450 > 400 && t % 10 < 5 ? "true" : "false")
  }')
  # Words without blanks in them.
  tessera data set "$socket" $settings || exit
  sleep "${2:-0.1}"
done
