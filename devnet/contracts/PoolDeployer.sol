// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Puts the pools of PancakeSwap V3 where their addresses say, as the exchange's own deployer does, whose code is in no
///        package. A pool asks it for its terms while it is created.
contract PoolDeployer {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    Parameters public parameters;
    /// The one that it works for, once it is there.
    address public factory;
    /// Whose code is a zero byte and what creates a pool.
    address private immutable creation;

    error NotFactory();

    constructor(bytes memory creationCode) {
        // Returns what follows it.
        bytes memory stored = bytes.concat(hex"600b80380380915f395ff3", hex"00", creationCode);
        address at;
        assembly ("memory-safe") {
            at := create(0, add(stored, 32), mload(stored))
        }
        creation = at;
    }

    function setFactory(address factory_) external {
        if (factory != address(0)) revert NotFactory();
        factory = factory_;
    }

    function deploy(address factory_, address token0, address token1, uint24 fee, int24 tickSpacing)
        external
        returns (address pool)
    {
        if (msg.sender != factory) revert NotFactory();
        parameters = Parameters(factory_, token0, token1, fee, tickSpacing);
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        address source = creation;
        assembly ("memory-safe") {
            let size := sub(extcodesize(source), 1)
            let code := mload(0x40)
            extcodecopy(source, code, 1, size)
            pool := create2(0, code, size, salt)
        }
        delete parameters;
    }
}
